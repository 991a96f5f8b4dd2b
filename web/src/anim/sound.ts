/** Short, dry, few sounds, made on the spot: a card, a coin, a bell, a rail. */

export type Sound = 'card' | 'coin' | 'bell' | 'rail';
/** The rarest first: of several sounds at once only one is played. */
export const RANKING: readonly Sound[] = ['bell', 'rail', 'coin', 'card'];

let context: AudioContext | null = null;

/** Play a sound; without a way to play it, do nothing. */
export function play(sound: Sound): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers let nothing sound before the first touch.
  if (context.state !== 'running') {
    void context.resume();
    return;
  }
  const now = context.currentTime;
  if (sound === 'card') noise(context, now, 0.07, 2600, 0.12);
  if (sound === 'coin') {
    tone(context, now, 1320, 0.09, 0.08);
    tone(context, now + 0.06, 1760, 0.14, 0.07);
  }
  if (sound === 'bell') {
    tone(context, now, 880, 0.5, 0.1);
    tone(context, now, 2217, 0.3, 0.03);
  }
  if (sound === 'rail') {
    for (const k of [0, 1, 2, 3]) noise(context, now + k * 0.09, 0.05, 420, 0.16);
  }
}

function tone(on: AudioContext, at: number, pitch: number, long: number, loud: number): void {
  const source = new OscillatorNode(on, { type: 'triangle', frequency: pitch });
  const gain = envelope(on, at, long, loud);
  source.connect(gain).connect(on.destination);
  source.start(at);
  source.stop(at + long);
}

function noise(on: AudioContext, at: number, long: number, pitch: number, loud: number): void {
  const length = Math.ceil(on.sampleRate * long);
  const buffer = new AudioBuffer({ length, sampleRate: on.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < length; k += 1) samples[k] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(on, { buffer });
  const filter = new BiquadFilterNode(on, { type: 'bandpass', frequency: pitch, Q: 0.9 });
  source
    .connect(filter)
    .connect(envelope(on, at, long, loud))
    .connect(on.destination);
  source.start(at);
}

function envelope(on: AudioContext, at: number, long: number, loud: number): GainNode {
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  return gain;
}
