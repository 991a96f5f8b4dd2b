/** The size of an element, both lengths at once: told one by one, all that depends on it would be laid out twice. */
import type { Attachment } from 'svelte/attachments';
import type { Size } from './viewport';

/** Tell the inner size of an element now and whenever it changes. */
export function sized(tell: (size: Size) => void): Attachment<HTMLElement> {
  return (element) => {
    let told: Size = { width: -1, height: -1 };
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === told.width && height === told.height) return;
      told = { width, height };
      tell(told);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  };
}
