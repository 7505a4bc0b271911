import { file, read } from './call.ts'
import { flag, key, list, maybeKey, record, text, type Value, whole } from './codec.ts'
import { codeZero, present } from './rules.ts'

const Notice = record({
  id: key('id', text()),
  title: key('title', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  publishedAt: key('publishTime', text()),
  // Public notices carry no mark for who is unbound.
  read: maybeKey('isRead', flag),
  /** The university has put it before all others; our backend's own. */
  pinned: maybeKey('isTop', flag),
})
/** A notice in the list. */
export type Notice = Value<typeof Notice>

/** A file that came with a notice: its key, its name, and how many bytes it has. */
export const NoticeFile = record({
  id: key('id', text()),
  name: key('name', text()),
  size: key('size', whole),
})
/** A file that came with a notice. */
export type NoticeFile = Value<typeof NoticeFile>

const Detail = record({
  id: key('id', text()),
  title: key('title', text()),
  /** Cleaned HTML: no scripts, no frames, http and https links only. */
  content: key('content', text()),
  publishedAt: key('publishTime', text()),
  files: maybeKey('files', list(NoticeFile)),
})
const who = { student: maybeKey('stuCode', text()), staff: maybeKey('userCode', text()) }

/** Notices (NOT, D-90). They hold nothing personal, so what was read once can be read offline. */
export const notices = {
  list: read({
    path: '/api/notice/findNotice',
    who: 'anyone',
    offline: 'kept',
    input: record({ ...who, page: key('pageNum', whole), size: key('pageSize', whole) }),
    output: record({
      page: key(
        'results',
        record({ notices: key('records', list(Notice)), total: key('total', whole) }),
      ),
    }),
    rule: present('results'),
  }),
  /** Reading it takes the mark away. */
  find: read({
    path: '/api/notice/findNoticeDetail',
    who: 'anyone',
    offline: 'kept',
    input: record({ id: key('id', text()), ...who }),
    output: record({ notice: key('data', Detail) }),
    rule: codeZero,
  }),
  /** A file of a notice that the caller may read; it is saved by the browser, not kept by the app. */
  file: file({ path: '/api/notice/file', who: 'anyone', parameter: 'key', byLink: true }),
}
