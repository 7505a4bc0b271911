import { defineFile, defineRead } from './call.ts'
import {
  flag,
  key,
  list,
  optionalKey,
  record,
  text,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import { codeZero, keyPresentRule } from './rules.ts'

const Notice = record({
  id: key('id', text()),
  title: key('title', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  publishedAt: key('publishTime', text()),
  // Public notices carry no mark for who is unbound.
  read: optionalKey('isRead', flag),
  /** The university has put it before all others; our backend's own. */
  pinned: optionalKey('isTop', flag),
})
/** A notice in the list. */
export type Notice = CodecValue<typeof Notice>

/** A file that came with a notice: its key, its name, and how many bytes it has. */
export const NoticeFile = record({
  id: key('id', text()),
  name: key('name', text()),
  size: key('size', wholeNumber),
})
/** A file that came with a notice. */
export type NoticeFile = CodecValue<typeof NoticeFile>

const Detail = record({
  id: key('id', text()),
  title: key('title', text()),
  /** Cleaned HTML: no scripts, no frames, http and https links only. */
  content: key('content', text()),
  publishedAt: key('publishTime', text()),
  files: optionalKey('files', list(NoticeFile)),
})
const who = { student: optionalKey('stuCode', text()), staff: optionalKey('userCode', text()) }

/** Notices (NOT, D-90). They hold nothing personal, so what was read once can be read offline. */
export const notices = {
  list: defineRead({
    path: '/api/notice/findNotice',
    who: 'anyone',
    offline: 'cached',
    input: record({
      ...who,
      page: key('pageNum', wholeNumber),
      size: key('pageSize', wholeNumber),
    }),
    output: record({
      page: key(
        'results',
        record({ notices: key('records', list(Notice)), total: key('total', wholeNumber) }),
      ),
    }),
    rule: keyPresentRule('results'),
  }),
  /** Reading it takes the mark away. */
  find: defineRead({
    path: '/api/notice/findNoticeDetail',
    who: 'anyone',
    offline: 'cached',
    input: record({ id: key('id', text()), ...who }),
    output: record({ notice: key('data', Detail) }),
    rule: codeZero,
  }),
  /** A file of a notice that the caller may read; it is saved by the browser, not kept by the app. */
  file: defineFile({
    path: '/api/notice/file',
    who: 'anyone',
    parameter: 'key',
    allowsPlainLink: true,
  }),
}
