// A notice, and a page that the school writes, as whoever reads it sees it.
export { Article, PageArticle } from './Article.tsx'
export { NoticeFiles } from './NoticeFiles.tsx'
export { type Piece, readHtmlWith } from './tree.ts'
