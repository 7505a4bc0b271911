/**
 * Reduces tables to rows, which is all that the editor supports. A caption becomes a paragraph
 * before the table, and the footer becomes its last rows.
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
