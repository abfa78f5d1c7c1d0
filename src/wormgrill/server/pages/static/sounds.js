// The sounds of the table, built from noise and tones: there are no files to load. They are off until switched on.
"use strict";

const sounds = (() => {
  let audio = null;
  let isOn = remembered.get("sound") === "on";

  // ---------------------------------------------------------------- what sounds are made of

  // Noise of a shape in time, through a filter; the shape is told how much of the time has passed.
  function noise({ context, out }, at, length, shape, filter, gain) {
    const samples = Math.ceil(context.sampleRate * length);
    const buffer = new AudioBuffer({ length: samples, sampleRate: context.sampleRate });
    const data = buffer.getChannelData(0);
    for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * shape(i / samples);
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(filter).connect(new GainNode(context, { gain })).connect(out);
    source.start(context.currentTime + at);
  }

  // Something hard hits wood: a short noise around a pitch, and a low knock below it.
  function knock(place, at, pitch, gain, length = 0.06) {
    const filter = new BiquadFilterNode(place.context, { type: "bandpass", frequency: pitch, Q: 3 });
    noise(place, at, length, (part) => (1 - part) ** 4, filter, gain * 2);
    tone(place, at, length * 1.5, pitch / 6, pitch / 7, gain * 0.5);
  }

  function tone({ context, out }, at, length, from, to, gain, type = "sine") {
    const start = context.currentTime + at;
    const oscillator = new OscillatorNode(context, { type, frequency: from });
    const volume = new GainNode(context, { gain: 0 });
    oscillator.frequency.setValueAtTime(from, start);
    oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(gain, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    oscillator.connect(volume).connect(out);
    oscillator.start(start);
    oscillator.stop(start + length);
  }

  // A bell: a tone with its overtones, which fade sooner.
  function bell(place, at, pitch, gain, length = 0.7) {
    [[1, 1], [2, 0.45], [3.01, 0.2]].forEach(([times, part]) => tone(place, at, length / times ** 0.6, pitch * times, pitch * times, gain * part));
  }

  // A swish: noise whose pitch rises.
  function swish(place, at, from, to, gain, length) {
    const { context } = place;
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: from, Q: 1.2 });
    filter.frequency.setValueAtTime(from, context.currentTime + at);
    filter.frequency.exponentialRampToValueAtTime(to, context.currentTime + at + length);
    noise(place, at, length, (part) => Math.sin(Math.PI * part), filter, gain);
  }

  // ---------------------------------------------------------------- the sounds

  const effects = {
    // Dice fall one after the other, the last ones apart.
    dice: (place) => [0, 0.05, 0.11, 0.19, 0.29, 0.42, 0.56].forEach((at, number) =>
      knock(place, at + Math.random() * 0.02, 1500 + Math.random() * 900, 0.34 - 0.02 * number)),
    tile: (place) => { knock(place, 0.28, 620, 0.5, 0.1); bell(place, 0.3, 523, 0.08, 0.35); },
    steal: (place) => { swish(place, 0, 500, 2600, 0.5, 0.42); knock(place, 0.62, 700, 0.5, 0.09); },
    fail: (place) => [[0, 294], [0.17, 262], [0.36, 208]].forEach(([at, pitch]) =>
      tone(place, at, 0.34, pitch, pitch * 0.94, 0.2, "triangle")),
    turn: (place) => { bell(place, 0, 659, 0.16); bell(place, 0.14, 880, 0.16); },
  };
  const LENGTH = 1.2; // seconds that the longest one takes

  // All go through a compressor: many at once are not louder than one.
  function placeIn(context) {
    const out = new DynamicsCompressorNode(context, { threshold: -18, ratio: 6 });
    out.connect(context.destination);
    return { context, out };
  }

  // What a sound looks like when nobody hears it: its samples.
  async function render(name) {
    const context = new OfflineAudioContext(1, 44_100 * LENGTH, 44_100);
    effects[name](placeIn(context));
    return (await context.startRendering()).getChannelData(0);
  }

  let place = null;
  function play(name) {
    if (!isOn || !effects[name]) return;
    audio ??= new AudioContext();
    place ??= placeIn(audio);
    audio.resume().then(() => effects[name](place)).catch(() => {});
  }

  const tool = document.querySelector("#sound-tool");
  tool?.setAttribute("aria-pressed", String(isOn));
  tool?.addEventListener("click", () => {
    isOn = !isOn;
    remembered.set("sound", isOn ? "on" : "off");
    tool.setAttribute("aria-pressed", String(isOn));
    play("turn");
  });

  return { get isOn() { return isOn; }, names: Object.keys(effects), play, render };
})();
