/**
 * A text whose tables are as the editor knows them: it has rows and nothing else. What stands over
 * a table goes before it as a line of its own, and its foot becomes its last rows.
 */
export function normalizeTables(html: string): string {
  if (!/<(caption|tfoot)\b/i.test(html)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const caption of body.querySelectorAll('caption')) {
    const line = document.createElement('p')
    line.append(...caption.childNodes)
    caption.closest('table')?.before(line)
    caption.remove()
  }
  for (const foot of body.querySelectorAll('tfoot')) {
    foot.closest('table')?.append(...foot.childNodes)
    foot.remove()
  }
  return body.innerHTML
}
