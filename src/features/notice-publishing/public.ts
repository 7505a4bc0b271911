// A rich text editor for the office.
export { RichEditor } from './RichEditor.tsx'
