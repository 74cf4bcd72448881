// Buttons that copy what stands before them. Without this script they are hidden, and the texts are selected as a whole by a tap.
"use strict"
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) break
  button.hidden = false
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy)
    document.getElementById("copied").textContent = button.dataset.done
  })
}
