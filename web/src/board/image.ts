/** A small drawing as an address: on the page it is one element instead of a dozen. */
const kept = new Map<string, HTMLImageElement>();

export function imageOf(viewBox: string, drawing: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${drawing}</svg>`;
  return keep(`data:image/svg+xml,${encodeURIComponent(svg)}`);
}

/** Read it once before it is needed, so that it never comes a blink too late. */
function keep(address: string): string {
  if (typeof Image !== 'undefined' && !kept.has(address)) {
    const image = new Image();
    image.src = address;
    kept.set(address, image);
  }
  return address;
}
