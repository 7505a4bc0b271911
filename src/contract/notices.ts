import { read } from './call.ts'
import { flag, key, list, maybeKey, record, text, type Value, whole } from './codec.ts'
import { codeZero, present } from './rules.ts'

const Notice = record({
  id: key('id', text()),
  title: key('title', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  publishedAt: key('publishTime', text()),
  // Public notices carry no mark for who is unbound.
  read: maybeKey('isRead', flag),
})
/** A notice in the list. */
export type Notice = Value<typeof Notice>

const Detail = record({
  id: key('id', text()),
  title: key('title', text()),
  /** Cleaned HTML: no scripts, no frames, http and https links only. */
  content: key('content', text()),
  publishedAt: key('publishTime', text()),
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
}
