// Times in the viewer's zone, and what changes by itself. Without this script times are in UTC, and the page is loaded again to see what is new.
"use strict"
const shown = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "long" })
const localize = (root) => {
  for (const t of root.querySelectorAll("time[datetime]")) t[t.title ? "title" : "textContent"] = shown.format(new Date(t.dateTime))
}
localize(document)
const live = [...document.querySelectorAll("[data-live]")]
const update = async () => {
  if (!document.hidden) {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null)
    if (answer && (answer.status === 401 || answer.status === 410)) return location.reload()
    if (answer && answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html")
      localize(page)
      for (const part of live) {
        const now = page.querySelector(`[data-live="${part.dataset.live}"]`)
        if (now && now.innerHTML !== part.innerHTML && !part.contains(document.activeElement)) part.replaceChildren(...now.childNodes)
      }
    }
  }
  setTimeout(update, 3000)
}
if (live.length) setTimeout(update, 3000)
