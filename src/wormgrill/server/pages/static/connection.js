// The connection of the table: whether its stream lives, and how it is connected anew.
// Only this script and travel.js use internals of htmx and of its extension hx-sse.
"use strict";

(() => {
  const SILENCE_MS = 45_000;
  const RETRY_MS = 3000;
  const stream = document.querySelector("#stream");
  const lost = document.querySelector("#lost");
  let isLive = false;
  let heardAt = Date.now();

  function setLive(is) {
    isLive = is;
    heardAt = Date.now();
    lost.hidden = is;
  }

  const tellFailed = () => showNotice(document.querySelector("#notices").dataset.failed);

  // hx-sse keeps the connection in `_htmx.sse` as long as it looks after it, and reconnects when its reader ends.
  const connection = () => stream._htmx?.sse;
  const connectAnew = () => connection()?.reader?.cancel();

  // A tab in the background may rest, unless it shall be heard, or has to say that it is its player's turn.
  htmx.config.sse = { pauseOnBackground: !sounds.isOn && !("turnIcon" in stream.dataset), reconnectMaxDelay: 8000 };

  // Without a stream, the answer to a move has to bring what is new: the server looks for this header.
  document.addEventListener("htmx:config:request", (event) => {
    if (!isLive) event.detail.ctx.request.headers["Wormgrill-Stream"] = "lost";
  });

  document.addEventListener("htmx:sse:after:connection", () => setLive(true));
  document.addEventListener("htmx:sse:before:message", () => { heardAt = Date.now(); });
  document.addEventListener("htmx:sse:error", () => setLive(false));
  // An attempt above zero is a reconnection. In a hidden tab it is expected: the stream rests there.
  document.addEventListener("htmx:sse:before:connection", (event) => {
    if (event.detail.connection.attempt && !document.hidden) setLive(false);
  });

  // If the very first connection fails, hx-sse does not try again by itself.
  for (const name of ["htmx:error", "htmx:response:error"]) {
    document.addEventListener(name, (event) => {
      if (event.target !== stream || connection()) return;
      setLive(false);
      setTimeout(() => htmx.ajax("GET", stream.getAttribute("hx-sse:connect"), { source: stream }), RETRY_MS);
    });
  }

  // A move that did not get through says more than a silent stream: connect anew.
  document.addEventListener("htmx:error", (event) => {
    if (event.target === stream || event.detail?.ctx?.response) return;
    tellFailed();
    setLive(false);
    connectAnew();
  });

  // A refusal says itself what is wrong; whatever else failed can be tried again.
  document.addEventListener("htmx:response:error", (event) => {
    if (event.target !== stream && !event.detail.ctx.text.includes('hx-target="#notices"')) tellFailed();
  });

  // The server sends a heartbeat: a stream that is silent for long is dead, even without an error.
  setInterval(() => {
    if (isLive && !document.hidden && Date.now() - heardAt > SILENCE_MS) connectAnew();
  }, 5000);
})();
