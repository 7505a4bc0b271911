// A notice, and a page written by the school, as its readers see it.
export { NoticeArticle, NoticeContent } from './NoticeArticle.tsx'
export { NoticeFiles } from './NoticeFiles.tsx'
export { type HtmlPiece, setHtmlParser } from './html-tree.ts'
