// The sounds of the table, built from noise and tones: there are no files to load. They are off until switched on.
"use strict";

const sounds = (() => {
  let audio = null;
  let isOn = remembered.get("sound") === "on";

  function burst(at, length, frequency, gain) {
    const noise = audio.createBufferSource();
    const samples = Math.ceil(audio.sampleRate * length);
    noise.buffer = audio.createBuffer(1, samples, audio.sampleRate);
    const data = noise.buffer.getChannelData(0);
    for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 3;
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency, Q: 2.5 });
    noise.connect(filter).connect(new GainNode(audio, { gain })).connect(audio.destination);
    noise.start(audio.currentTime + at);
  }

  function tone(at, length, from, to, gain, type = "sine") {
    const oscillator = new OscillatorNode(audio, { type, frequency: from });
    const volume = new GainNode(audio, { gain: 0 });
    const start = audio.currentTime + at;
    oscillator.frequency.setValueAtTime(from, start);
    oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(gain, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + length);
  }

  const effects = {
    dice: () => { for (let i = 0; i < 7; i++) burst(i * 0.055 + Math.random() * 0.03, 0.05, 1500 + Math.random() * 1400, 0.35); },
    tile: () => { burst(0.3, 0.09, 620, 0.7); tone(0.3, 0.16, 330, 300, 0.06, "triangle"); },
    steal: () => { tone(0, 0.22, 420, 880, 0.07, "triangle"); burst(0.32, 0.09, 700, 0.6); },
    fail: () => { tone(0, 0.22, 260, 210, 0.09, "triangle"); tone(0.2, 0.34, 200, 140, 0.09, "triangle"); },
    turn: () => { tone(0, 0.25, 660, 660, 0.07); tone(0.13, 0.4, 880, 880, 0.07); },
  };

  function play(name) {
    if (!isOn || !effects[name]) return;
    audio ??= new AudioContext();
    audio.resume().then(() => effects[name]()).catch(() => {});
  }

  const tool = document.querySelector("#sound-tool");
  tool?.setAttribute("aria-pressed", String(isOn));
  tool?.addEventListener("click", () => {
    isOn = !isOn;
    remembered.set("sound", isOn ? "on" : "off");
    tool.setAttribute("aria-pressed", String(isOn));
    play("turn");
  });

  return { get isOn() { return isOn; }, play };
})();
