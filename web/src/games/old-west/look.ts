import type { Look } from '../look';
import poster from './poster.svg?no-inline';

const look: Look = {
  order: 2,
  title: 'Old West',
  poster,
  face: 'var(--face-poster-west)',
  spacing: '0.08em',
  ink: '#fbe3b4',
  ground: 'transparent',
  sky: '#8f5f86',
};
export default look;
