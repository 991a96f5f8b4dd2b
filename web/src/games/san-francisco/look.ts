import type { Look } from '../look';
import poster from './poster.svg?no-inline';

const look: Look = {
  order: 1,
  title: 'San Francisco',
  poster,
  face: 'var(--face-poster)',
  spacing: '0.02em',
  ink: '#23424b',
  ground: 'transparent',
  sky: '#f3d59b',
};
export default look;
