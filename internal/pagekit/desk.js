// For people who work all day: "/" goes to the search, and ids are copied. Pages work without it.
"use strict"
{
  if (navigator.clipboard) document.documentElement.classList.add("scripted")
  const copied = document.currentScript.dataset.copied
  document.addEventListener("keydown", (e) => {
    const search = document.querySelector("[role=search] input")
    if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || !search || e.target.closest?.("input, select, textarea")) return
    e.preventDefault()
    search.select()
  })
  document.addEventListener("click", async (e) => {
    const button = e.target.closest("[data-copy]:not(.done)")
    if (!button) return
    await navigator.clipboard.writeText(button.dataset.copy)
    const { ariaLabel } = button
    const say = (label) => { button.classList.toggle("done"); button.ariaLabel = label }
    say(copied)
    setTimeout(say, 1500, ariaLabel)
  })
}
