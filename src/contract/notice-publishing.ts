import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { noticePublishingTexts as texts } from '../i18n/notice-publishing.ts'
import { validationMessage, type Text } from '../i18n/translate.ts'
import { defineRead, defineUpload, defineWrite } from './call.ts'
import {
  withChecks,
  key,
  lazyCodec,
  flag,
  list,
  optionalKey,
  toFlagText,
  record,
  text,
  passThrough,
  type CodecValue,
} from './codec.ts'
import { isDay, requiredText } from './fields.ts'
import { NoticeFile } from './notices.ts'
import { codeZero } from './rules.ts'

const EDITORS = ['administrator', 'admissions'] as const
/** The largest size of a notice's HTML with its pictures, characters. */
const LONGEST = 1_000_000
/**
 * The largest number of elements and entities in a text: the time to parse them grows faster than
 * their number.
 */
const MOST_ELEMENTS = 4000

/** The largest number of files of a notice. */
export const FILES_AT_MOST = 5
/** The largest file of a notice, bytes. */
export const FILE_LIMIT = 10 * 1024 * 1024

/** The audiences of a notice. */
export const NOTICE_AUDIENCES = ['everyone', 'students', 'staff'] as const
/** The states of a notice; 'scheduled' until its time of publication. */
export const NOTICE_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const
/** One of the states. */
export type NoticeState = (typeof NOTICE_STATES)[number]

/** The text of a notice or of a page, as HTML. */
export const noticeHtml = text(
  v.maxLength(LONGEST, validationMessage(texts.tooLarge)),
  v.check(hasFewElements, validationMessage(texts.tooManyElements)),
)

/** Whether a text is small enough to be parsed; it need not be valid HTML. */
export function hasFewElements(said: string): boolean {
  let count = 0
  for (const _ of said.matchAll(/<[a-z]|&/gi)) if (++count > MOST_ELEMENTS) return false
  return true
}

/** '' for at once, or a minute in China time, YYYY-MM-DD HH:mm. */
const minute = text(
  v.check(
    (said) =>
      said === '' || (isDay(said.slice(0, 10)) && /^.{10} ([01]\d|2[0-3]):[0-5]\d$/.test(said)),
    validationMessage(commonTexts.badField),
  ),
)

const state = lazyCodec<NoticeState>({
  decode: () => v.picklist(NOTICE_STATES),
  encode: passThrough,
})
const Listed = record({
  id: key('id', text()),
  title: key('title', text()),
  state: key('state', state),
  audience: key('audience', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  publishAt: key('publishTime', text()),
  inEnglish: key('english', text()),
  pinned: key('pinned', flag),
})
/** A notice in the office's list. */
export type ListedNotice = CodecValue<typeof Listed>

const choiceOf = <const Value extends string>(values: readonly Value[], missing: Text) => {
  const schema = v.picklist(values, validationMessage(missing))
  return lazyCodec<Value>({
    decode: () => v.pipe(text().decode, schema),
    encode: passThrough,
    schema: () => schema,
  })
}
// False if absent, for apps that do not know the key.
const flagOrNot = lazyCodec<boolean>({
  decode: () =>
    v.pipe(
      v.unknown(),
      v.transform((wire) => String(wire) === '1'),
    ),
  encode: toFlagText,
  schema: () => v.boolean(),
})
const fileIds = lazyCodec<string[]>({
  decode: () =>
    v.pipe(list(text()).decode, v.maxLength(FILES_AT_MOST, validationMessage(texts.tooManyFiles))),
  encode: passThrough,
})
const audience = choiceOf(NOTICE_AUDIENCES, texts.audienceNeeded)
const saved = choiceOf(['draft', 'published'], commonTexts.badField)
const Words = {
  title: key('title', requiredText(texts.titleNeeded, 100)),
  content: key('content', noticeHtml),
  titleEn: key('titleEn', text(v.maxLength(200))),
  contentEn: key('contentEn', noticeHtml),
  audience: key('audience', audience),
  publishAt: key('publishTime', minute),
}
// Read without validation, so that a notice written under other rules can be opened.
const Stored = record({
  ...Words,
  content: key('content', text()),
  contentEn: key('contentEn', text()),
  audience: key('audience', text()),
  id: key('id', text()),
  state: key('state', state),
  pinned: key('pinned', flag),
  files: key('files', list(NoticeFile)),
})
/** A notice as the office edits it. */
export type EditedNotice = CodecValue<typeof Stored>

/** The input of saving a notice: a draft, or a notice that is published at `publishAt`. */
export const savedNotice = withChecks(
  record({
    ...Words,
    /** '' for a new one. */
    id: key('id', text()),
    state: key('state', saved),
    /** Mark the notice as unread for everybody who has read it, because its content has changed. */
    unreadAgain: key('unreadAgain', flagOrNot),
    /** Pinned above all others; absent: unchanged. */
    pinned: optionalKey('pinned', flag),
    /** The ids of its files, in order; absent: unchanged. */
    files: optionalKey('files', fileIds),
  }),
  v.forward(
    v.check(({ content }) => content !== '', validationMessage(texts.contentNeeded)),
    ['content'],
  ),
  v.forward(
    v.check(
      ({ titleEn, contentEn }) => (titleEn === '') === (contentEn === ''),
      validationMessage(texts.englishWhole),
    ),
    ['titleEn'],
  ),
)
/** The input of saving a notice. */
export type SavedNotice = CodecValue<typeof savedNotice>

/** Writing notices in the office. The version that the editor read is sent as `If-Match`. */
export const noticePublishing = {
  /** The notices, newest first. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/noticeboard/list',
    who: EDITORS,
    offline: 'online-only',
    input: record({
      /** One of the states, or '' for all. */
      state: key('state', text()),
      find: key('find', text(v.maxLength(100))),
      after: key('after', text()),
    }),
    output: record({ notices: key('data', list(Listed)), next: key('next', text()) }),
    rule: codeZero,
  }),
  find: defineRead({
    path: '/api/manage/noticeboard/find',
    who: EDITORS,
    offline: 'online-only',
    input: record({ id: key('id', text()) }),
    output: record({ notice: key('data', Stored) }),
    rule: codeZero,
  }),
  save: defineWrite({
    path: '/api/manage/noticeboard/save',
    who: EDITORS,
    maxImages: 1,
    input: savedNotice,
    output: record({ id: key('id', text()) }),
    rule: codeZero,
  }),
  /** Uploads a file for a notice, which is then saved with the file's id. */
  attach: defineUpload({
    path: '/api/manage/noticeboard/attach',
    who: EDITORS,
    maxBytes: FILE_LIMIT,
    output: record({ file: key('data', NoticeFile) }),
    rule: codeZero,
  }),
  /** Withdraws a notice: it is hidden from its readers, and can be published again. */
  withdraw: defineWrite({
    path: '/api/manage/noticeboard/withdraw',
    who: EDITORS,
    input: record({
      id: key('id', text()),
      reason: key('reason', requiredText(texts.reasonNeeded, 500)),
    }),
    output: record({}),
    rule: codeZero,
  }),
}
