// A notice, and a page that the school writes, as whoever reads it sees it.
export { NoticeArticle, NoticeContent } from './NoticeArticle.tsx'
export { NoticeFiles } from './NoticeFiles.tsx'
export { type HtmlPiece, setHtmlParser } from './html-tree.ts'
