/** The size of an element, both lengths at once: told one by one, all that depends on it would be laid out twice. */
import type { Attachment } from 'svelte/attachments';
import type { Size } from './viewport';

/**
 * Tell the inner size of an element, now and whenever it changes. Where it is `known`, only a change is told: to measure
 * it now would make the browser lay out a page that is not finished.
 */
export function sized(tell: (size: Size) => void, known?: Size): Attachment<HTMLElement> {
  return (element) => {
    let told = known;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === told?.width && height === told.height) return;
      told = { width, height };
      tell(told);
    };
    if (known === undefined) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  };
}
