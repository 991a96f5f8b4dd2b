/** A short video of a replay: a picture for each claim, one after the other. */

/** What browsers can record, the most widely played first. */
const FORMATS = [
  { type: 'video/mp4;codecs=avc1.640028', ending: 'mp4' },
  { type: 'video/webm;codecs=vp9', ending: 'webm' },
  { type: 'video/webm', ending: 'webm' },
] as const;
const WIDTH = 1280;
const BITS = 5_000_000;
/** How long a picture is seen, in milliseconds, and the last one. */
const HOLD = 350;
const LAST = 3_000;

/** Draw the pictures and record them; returns the video and the ending of its name. */
export async function shareVideo(
  pictures: readonly (() => Promise<HTMLCanvasElement>)[],
  progress: (share: number) => void,
): Promise<{ video: Blob; ending: string }> {
  const format = FORMATS.find(({ type }) => MediaRecorder.isTypeSupported(type));
  const [begin, ...rest] = pictures;
  if (format === undefined || begin === undefined) throw new Error('no video');
  const first = await begin();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  // Codecs want even numbers.
  canvas.height = Math.round((first.height * WIDTH) / first.width / 2) * 2;
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  const show = (picture: HTMLCanvasElement) =>
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  show(first);
  const recorder = new MediaRecorder(canvas.captureStream(30), {
    mimeType: format.type,
    videoBitsPerSecond: BITS,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((done) => {
    recorder.onstop = done;
  });
  recorder.start();
  for (const [k, draw] of rest.entries()) {
    // The next picture is drawn while one looks at this one.
    const [picture] = await Promise.all([draw(), pause(HOLD)]);
    show(picture);
    progress((k + 1) / rest.length);
  }
  await pause(LAST);
  recorder.stop();
  await stopped;
  return { video: new Blob(parts, { type: format.type }), ending: format.ending };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
