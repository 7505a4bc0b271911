// A text with headings, lists, tables, links and pictures, as the office writes it.
export { RichEditor } from './RichEditor.tsx'
