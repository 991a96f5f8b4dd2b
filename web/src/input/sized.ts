/** The size of an element, both lengths at once: one by one, all that depends on it would be laid out twice. */
import type { Attachment } from 'svelte/attachments';
import type { Size } from './viewport';

/**
 * Report the inner size of an element, now and whenever it changes. Where it is `known`, only changes are reported: to measure
 * it now would make the browser lay out a page that is not finished.
 */
export function sized(report: (size: Size) => void, known?: Size): Attachment<HTMLElement> {
  return (element) => {
    let last = known;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === last?.width && height === last.height) return;
      last = { width, height };
      report(last);
    };
    if (known === undefined) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  };
}
