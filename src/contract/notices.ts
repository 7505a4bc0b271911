import { defineFile, defineRead } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { acceptIfKeyPresent } from './rules.ts'

const Notice = recordCodec({
  id: textCodec(),
  title: textCodec(),
  /** China time, YYYY-MM-DD HH:mm. */
  publishedAt: requiredKey('publishTime', textCodec()),
  // Absent if nobody is signed in.
  read: optionalKey('isRead', booleanCodec),
  /** Pinned above all others; our backend's own key. */
  pinned: optionalKey('isTop', booleanCodec),
  // Present for unread messages to the reader, so that a phone that has the list can show them
  // without a network; our backend's own key.
  content: optionalKey('content', textCodec()),
})
/** A notice in the list. */
export type Notice = CodecValue<typeof Notice>

/** A file attached to a notice: its key, its name, and its size in bytes. */
export const NoticeFile = recordCodec({
  id: textCodec(),
  name: textCodec(),
  size: wholeNumberCodec,
})
/** A file attached to a notice. */
export type NoticeFile = CodecValue<typeof NoticeFile>

const Detail = recordCodec({
  id: textCodec(),
  title: textCodec(),
  /** Sanitised HTML: no scripts, no frames, http and https links only. */
  content: textCodec(),
  publishedAt: requiredKey('publishTime', textCodec()),
  files: optionalKey('files', listCodec(NoticeFile)),
})
const who = {
  student: optionalKey('stuCode', textCodec()),
  staff: optionalKey('userCode', textCodec()),
}

/**
 * Notices (NOT, D-90). A notice that was read once can be read offline, and so can an unread message
 * in the cached list.
 */
export const notices = {
  list: defineRead({
    path: '/api/notice/findNotice',
    who: 'anyone',
    offline: 'cached',
    input: recordCodec({
      ...who,
      page: requiredKey('pageNum', wholeNumberCodec),
      size: requiredKey('pageSize', wholeNumberCodec),
    }),
    output: recordCodec({
      page: requiredKey(
        'results',
        recordCodec({
          notices: requiredKey('records', listCodec(Notice)),
          total: wholeNumberCodec,
        }),
      ),
    }),
    rule: acceptIfKeyPresent('results'),
  }),
  /** Returns a notice, and marks it as read. */
  find: defineRead({
    path: '/api/notice/findNoticeDetail',
    who: 'anyone',
    offline: 'cached',
    input: recordCodec({ id: textCodec(), ...who }),
    output: recordCodec({ notice: requiredKey('data', Detail) }),
  }),
  /**
   * A file of a notice that the caller is allowed to read. The browser saves the file; the app does
   * not store it.
   */
  file: defineFile({
    path: '/api/notice/file',
    who: 'anyone',
    parameter: 'key',
    allowsPlainLink: true,
  }),
}
