// Says that it is your turn while you look at something else: by the title, the icon, a badge and, if you want, a notification.
"use strict";

(() => {
  const SIGN = "● ";
  const badge = (number) => (number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.())?.catch(() => {});

  const waiting = document.querySelector("[data-waiting]");
  if (waiting) return void badge(Number(waiting.dataset.waiting));

  const icon = document.querySelector("link[rel=icon]");
  const usualIcon = icon.getAttribute("href");
  const turnIcon = document.querySelector("#stream").dataset.turnIcon;
  const isMine = () => Boolean(document.querySelector("#play.mine"));
  let wasMine = isMine();

  // ------------------------------------------------------------------ the title, the icon and the badge

  function show() {
    const isCalling = document.hidden && isMine();
    const title = document.title.replace(SIGN, "");
    const wanted = isCalling ? SIGN + title : title;
    if (document.title !== wanted) document.title = wanted;
    const address = isCalling ? turnIcon : usualIcon;
    if (icon.getAttribute("href") === address) return;
    icon.setAttribute("href", address);
    badge(isCalling ? 1 : 0);
  }

  // ------------------------------------------------------------------ the notification

  const choice = document.querySelector("#notify");
  const field = choice?.querySelector("input");
  const refused = choice?.querySelector(".notify-refused");

  function notify(title, body) {
    const notification = new Notification(title, { body, tag: location.pathname, icon: turnIcon });
    notification.onclick = () => { focus(); notification.close(); };
  }

  // Some browsers have notifications, but let no page show one: the first one tells.
  async function switchOn() {
    try {
      if (await Notification.requestPermission() !== "granted") throw new Error("refused");
      notify(field.labels[0].querySelector("b").textContent, "");
    } catch {
      field.checked = false;
      refused.textContent = refused.dataset.refused;
    }
  }

  if (choice && "Notification" in window) {
    choice.hidden = false;
    field.checked = remembered.get("notify") === "on" && Notification.permission === "granted";
    field.addEventListener("change", async () => {
      refused.textContent = "";
      if (field.checked) await switchOn();
      remembered.set("notify", field.checked ? "on" : "off");
    });
  }

  function call() {
    const text = document.querySelector(".status-text")?.textContent.trim() ?? "";
    notify(document.querySelector("#status-title").textContent, text);
  }

  // ------------------------------------------------------------------ when

  document.addEventListener("htmx:after:settle", () => {
    const isNew = isMine() && !wasMine;
    wasMine = isMine();
    show();
    if (isNew && document.hidden && field?.checked) call();
  });
  document.addEventListener("visibilitychange", show);
  new MutationObserver(show).observe(document.querySelector("title"), { childList: true });
  show();
})();
