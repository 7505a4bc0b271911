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
  // Absent if nobody is signed in.
  read: optionalKey('isRead', flag),
  /** Pinned above all others; our backend's own key. */
  pinned: optionalKey('isTop', flag),
})
/** A notice in the list. */
export type Notice = CodecValue<typeof Notice>

/** A file attached to a notice: its key, its name, and its size in bytes. */
export const NoticeFile = record({
  id: key('id', text()),
  name: key('name', text()),
  size: key('size', wholeNumber),
})
/** A file attached to a notice. */
export type NoticeFile = CodecValue<typeof NoticeFile>

const Detail = record({
  id: key('id', text()),
  title: key('title', text()),
  /** Sanitised HTML: no scripts, no frames, http and https links only. */
  content: key('content', text()),
  publishedAt: key('publishTime', text()),
  files: optionalKey('files', list(NoticeFile)),
})
const who = { student: optionalKey('stuCode', text()), staff: optionalKey('userCode', text()) }

/** Notices (NOT, D-90). They contain nothing personal, so once read they can be read offline. */
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
  /** Reading a notice marks it as read. */
  find: defineRead({
    path: '/api/notice/findNoticeDetail',
    who: 'anyone',
    offline: 'cached',
    input: record({ id: key('id', text()), ...who }),
    output: record({ notice: key('data', Detail) }),
    rule: codeZero,
  }),
  /**
   * A file of a notice that the caller may read. The browser saves it; the app does not store it.
   */
  file: defineFile({
    path: '/api/notice/file',
    who: 'anyone',
    parameter: 'key',
    allowsPlainLink: true,
  }),
}
