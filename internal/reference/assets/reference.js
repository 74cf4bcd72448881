// Copy buttons, a search while one types, and the language of examples from page to page. Without this script the search is a form, and text is copied by hand.
"use strict"
if (navigator.clipboard) {
  for (const code of document.querySelectorAll("pre > code, .route > code")) {
    const button = document.createElement("button")
    button.type = "button"
    button.className = "copy"
    button.textContent = "Copy"
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent)
      button.textContent = "Copied"
      setTimeout(() => { button.textContent = "Copy" }, 2000)
    })
    const block = code.parentElement
    if (block.matches(".route")) {
      block.append(" ", button)
      continue
    }
    const frame = document.createElement("div")
    frame.className = "framed"
    block.replaceWith(frame)
    frame.append(button, block)
  }
}

// The language of examples stays that of the page before.
let stored = null
try { stored = localStorage } catch { /* the browser keeps nothing */ }
const chosen = document.getElementById("in-" + stored?.getItem("language"))
if (chosen) chosen.checked = true
for (const tab of document.querySelectorAll(".tabs > input")) {
  tab.addEventListener("change", () => stored?.setItem("language", tab.value))
}

const field = document.getElementById("q"), found = document.getElementById("found"), pages = document.getElementById("pages")
let index
const load = () => index ??= fetch(field.dataset.root + field.dataset.index).then((answer) => answer.json())
  .catch(() => { index = undefined; return [] })
const search = async () => {
  const query = field.value.trim().toLowerCase(), terms = query.split(/\s+/).filter(Boolean)
  const entries = terms.length ? await load() : []
  if (query !== field.value.trim().toLowerCase()) return
  const has = (text) => terms.every((term) => text.toLowerCase().includes(term))
  const ranks = [[], [], []]
  for (const entry of entries) {
    if (has([entry.title, entry.note, entry.also].join(" "))) {
      ranks[entry.title.toLowerCase() === query ? 0 : has(entry.title) ? 1 : 2].push(entry)
    }
  }
  const all = ranks.flat()
  found.replaceChildren(...all.slice(0, 20).map((entry) => {
    const item = document.createElement("li"), link = document.createElement("a"), note = document.createElement("span")
    link.href = field.dataset.root + entry.path
    link.textContent = entry.title
    note.className = "soft"
    note.textContent = entry.kind + (entry.note ? ", " + entry.note : "")
    item.append(link, " ", note)
    return item
  }))
  if (all.length !== found.children.length || !all.length) {
    const item = document.createElement("li")
    item.textContent = all.length ? `Enter lists all ${all.length}.` : "Nothing has all these terms."
    found.append(item)
  }
  found.hidden = !terms.length
  pages.hidden = !!terms.length
}
field.addEventListener("input", search)
field.addEventListener("focus", load, { once: true })
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.matches("input, textarea")) {
    event.preventDefault()
    field.focus()
  }
})
