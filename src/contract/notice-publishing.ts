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
/** The longest text of a notice with its pictures, characters. */
const LONGEST = 1_000_000
/**
 * The most elements and entities in a text: what a parser takes for them grows faster than they do.
 */
const MOST_ELEMENTS = 4000

/** A notice has at most so many files, and each so many bytes. */
export const FILES_AT_MOST = 5
/** The largest file of a notice, bytes. */
export const FILE_LIMIT = 10 * 1024 * 1024

/** Who reads a notice that the office writes. */
export const NOTICE_AUDIENCES = ['everyone', 'students', 'staff'] as const
/** How a notice stands; one whose time has not come is scheduled. */
export const NOTICE_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const
/** One of them. */
export type NoticeState = (typeof NOTICE_STATES)[number]

/** The text of a notice or of a page, as HTML. */
export const noticeHtml = text(
  v.maxLength(LONGEST, validationMessage(texts.tooLarge)),
  v.check(hasFewElements, validationMessage(texts.tooManyElements)),
)

/** May this text be parsed? It need not be valid HTML. */
export function hasFewElements(said: string): boolean {
  let count = 0
  for (const _ of said.matchAll(/<[a-z]|&/gi)) if (++count > MOST_ELEMENTS) return false
  return true
}

/** '' for at once, or a minute in China, YYYY-MM-DD HH:mm. */
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
// Absent is no, as from an app that does not know it.
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
// As it stands: what was written under other rules opens too.
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

/** What is saved: a draft, or what is read from `publishAt` on. */
export const savedNotice = withChecks(
  record({
    ...Words,
    /** '' for a new one. */
    id: key('id', text()),
    state: key('state', saved),
    /** Whoever has read it before finds it unread again: what it says has changed. */
    unreadAgain: key('unreadAgain', flagOrNot),
    /** It stands before all that are not; absent: as before. */
    pinned: optionalKey('pinned', flag),
    /** The ids of its files in their order; absent: as before. */
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
/** What is saved of a notice. */
export type SavedNotice = CodecValue<typeof savedNotice>

/** The notices as the office writes them. The version that the editor saw comes as `If-Match`. */
export const noticePublishing = {
  /** Newest first; a page ends where `next` says, '' at the end. */
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
  /** Bring a file, for the notice that is saved with its id. */
  attach: defineUpload({
    path: '/api/manage/noticeboard/attach',
    who: EDITORS,
    maxBytes: FILE_LIMIT,
    output: record({ file: key('data', NoticeFile) }),
    rule: codeZero,
  }),
  /** Nobody reads it any more; it stays and can be published again. */
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
