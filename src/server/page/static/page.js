// What the page does beyond links and forms: keys, the numbers beside sliders, names of dropped files, progress. All of it is help;
// nothing depends on it.
(() => {
  "use strict";
  const all = (selector) => [...document.querySelectorAll(selector)];
  const isTyping = (element) => element.matches("input:not([type=checkbox]):not([type=range]), textarea, select") || element.isContentEditable;

  function move(by) {
    const items = all("main [data-item]").filter((item) => item.offsetParent !== null);
    if (items.length === 0) return;
    const row = document.activeElement.closest("tr, li");
    const at = items.findIndex((item) => item === document.activeElement || (row && row.contains(item)));
    const next = at < 0 ? (by > 0 ? 0 : items.length - 1) : Math.min(Math.max(at + by, 0), items.length - 1);
    items[next].focus();
    items[next].scrollIntoView({ block: "nearest" });
  }

  function help() {
    const dialog = document.getElementById("keys");
    if (dialog && !dialog.open) dialog.showModal();
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const actions = {
      j: () => move(1),
      k: () => move(-1),
      "?": help,
      "/": () => { const find = document.querySelector("[data-find]"); if (find) { find.focus(); find.select(); } },
      x: () => {
        const row = document.activeElement.closest("tr");
        const box = row && row.querySelector("input[type=checkbox]");
        if (box) box.checked = !box.checked;
      },
    };
    const action = actions[event.key];
    if (action) { action(); event.preventDefault(); }
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-keys]")) help();
    if (event.target.closest("[data-print]")) window.print();
    for (const menu of all("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });

  document.addEventListener("input", (event) => {
    const slider = event.target.closest(".slider");
    if (slider) slider.querySelector("output").value = event.target.value;
  });

  document.addEventListener("change", (event) => {
    const chosen = event.target.type === "file" && event.target.closest(".drop").querySelector("[data-chosen]");
    if (chosen && event.target.files.length > 0) chosen.textContent = [...event.target.files].map((file) => file.name).join(", ");
  });

  // Addresses hold what was asked and nothing else.
  document.addEventListener("htmx:configRequest", (event) => {
    const form = event.target.closest("form[data-lean]");
    if (!form || event.detail.verb !== "get") return;
    const sliders = [...form.querySelectorAll("input[type=range]")];
    const untouched = sliders.every((slider) => slider.value === slider.dataset.usual);
    const data = event.detail.formData;
    const gates = [...form.querySelectorAll("[data-gate]")];
    const unswitched = gates.every((gate) => gate.checked === (gate.dataset.gate === "on"));
    const isUsual = (name) => (untouched && name.startsWith("w_")) || (unswitched && (name === "gates" || name === "gate"));
    for (const name of [...data.keys()]) if (data.get(name) === "" || isUsual(name)) data.delete(name);
  });

  // Enter in a field is a change and a sending: the second asks what was asked already.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.target.closest("form[data-lean]");
    if (!form) return;
    const path = event.detail.pathInfo.finalRequestPath;
    if (path === form.dataset.asked) event.preventDefault();
    else form.dataset.asked = path;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest("form[data-lean]");
    if (form && !event.detail.successful) delete form.dataset.asked;
  });

  document.addEventListener("htmx:xhr:progress", (event) => {
    const bar = event.target.querySelector && event.target.querySelector("[data-progress]");
    if (!bar || !event.detail.lengthComputable) return;
    bar.classList.replace("unseen", "seen");
    bar.value = (100 * event.detail.loaded) / event.detail.total;
    if (event.detail.loaded === event.detail.total) bar.removeAttribute("value");
  });

  function ready() {
    if (window.matchMedia("(max-width: 60rem)").matches) for (const side of all("[data-side]")) side.open = false;
    for (const hidden of all("[data-keys], [data-print]")) hidden.hidden = false;
    const inOwnTime = { dateStyle: "medium", timeStyle: "short" };
    for (const time of all("time[data-time]")) time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, inOwnTime);
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target !== document.body) return;
    ready();
    // Whoever cannot see that the page changed is told by the focus; whoever already types into the new page keeps it.
    const main = document.getElementById("main");
    if (main && !location.hash && document.activeElement === document.body) main.focus({ preventScroll: true });
  });
  ready();
})();
