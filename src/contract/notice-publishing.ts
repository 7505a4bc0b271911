import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { noticePublishingTexts as texts } from '../i18n/notice-publishing.ts'
import { validationMessage, type LocalizedText } from '../i18n/translate.ts'
import { audienceCodec } from './audiences.ts'
import { defineRead, defineUpload, defineWrite } from './call.ts'
import {
  withCodecChecks,
  requiredKey,
  lazyCodec,
  booleanCodec,
  listCodec,
  optionalKey,
  encodeBooleanText,
  recordCodec,
  textCodec,
  encodeUnchanged,
  type CodecValue,
} from './codec.ts'
import { isDay, requiredTextField } from './fields.ts'
import { NoticeFile } from './notices.ts'
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'

const EDITORS = ['administrator', 'admissions'] as const
/** The largest size of a notice's HTML with its pictures, characters. */
const LONGEST = 1_000_000
/**
 * The largest number of elements and entities in a text: the time to parse them grows faster than
 * their number.
 */
const MOST_ELEMENTS = 4000

/** The largest number of files of a notice. */
export const MAX_NOTICE_FILES = 5
/** The largest file of a notice, bytes. */
export const MAX_NOTICE_FILE_BYTES = 10 * 1024 * 1024

/** The audiences of a notice. */
export const NOTICE_AUDIENCES = ['everyone', 'students', 'staff', 'group'] as const
/** The states of a notice; 'scheduled' until its time of publication. */
export const NOTICE_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const
/** One of the states. */
export type NoticeState = (typeof NOTICE_STATES)[number]

/** The text of a notice or of a page, as HTML. */
export const noticeHtmlField = textCodec(
  v.maxLength(LONGEST, validationMessage(texts.tooLarge)),
  v.check(isHtmlSmallEnoughToParse, validationMessage(texts.tooManyElements)),
)

/** Whether a text is small enough to be parsed; whether it is valid HTML is not checked. */
export function isHtmlSmallEnoughToParse(said: string): boolean {
  let count = 0
  for (const _ of said.matchAll(/<[a-z]|&/gi)) if (++count > MOST_ELEMENTS) return false
  return true
}

/** A minute in China time, YYYY-MM-DD HH:mm; '' publishes at once. */
const minute = textCodec(
  v.check(
    (said) =>
      said === '' || (isDay(said.slice(0, 10)) && /^.{10} ([01]\d|2[0-3]):[0-5]\d$/.test(said)),
    validationMessage(commonTexts.badField),
  ),
)

const state = oneOfCodec(NOTICE_STATES)
const Listed = recordCodec({
  id: textCodec(),
  title: textCodec(),
  state,
  audience: textCodec(),
  /** China time, YYYY-MM-DD HH:mm. */
  publishAt: requiredKey('publishTime', textCodec()),
  inEnglish: requiredKey('english', textCodec()),
  pinned: booleanCodec,
})
/** A notice in the office's list. */
export type ListedNotice = CodecValue<typeof Listed>

const choiceOf = <const Value extends string>(values: readonly Value[], missing: LocalizedText) => {
  const schema = v.picklist(values, validationMessage(missing))
  return lazyCodec<Value>({
    decode: () => v.pipe(textCodec().decode, schema),
    encode: encodeUnchanged,
    schema: () => schema,
  })
}
// False if the key is absent, as it is in requests of earlier apps.
const flagOrNot = lazyCodec<boolean>({
  decode: () =>
    v.pipe(
      v.unknown(),
      v.transform((wire) => String(wire) === '1'),
    ),
  encode: encodeBooleanText,
  schema: () => v.boolean(),
})
const fileIds = lazyCodec<string[]>({
  decode: () =>
    v.pipe(
      listCodec(textCodec()).decode,
      v.maxLength(MAX_NOTICE_FILES, validationMessage(texts.tooManyFiles)),
    ),
  encode: encodeUnchanged,
})
const audience = choiceOf(NOTICE_AUDIENCES, texts.audienceNeeded)
const saved = choiceOf(['draft', 'published'], commonTexts.badField)
const NoticeTexts = {
  title: requiredTextField(texts.titleNeeded, 100),
  content: noticeHtmlField,
  titleEn: textCodec(v.maxLength(200)),
  contentEn: noticeHtmlField,
  audience,
  publishAt: requiredKey('publishTime', minute),
}
// Read without validation, so that a notice written under other rules can be opened.
const Stored = recordCodec({
  ...NoticeTexts,
  ...textKeys('content', 'contentEn', 'audience', 'id'),
  state,
  pinned: booleanCodec,
  important: optionalKey('important', booleanCodec),
  group: optionalKey('group', audienceCodec),
  files: listCodec(NoticeFile),
})
/** A notice as the office edits it. */
export type EditableNotice = CodecValue<typeof Stored>

/** The input of saving a notice: a draft, or a notice that is published at `publishAt`. */
export const saveNoticeInput = withCodecChecks(
  recordCodec({
    ...NoticeTexts,
    /** The id of the notice; '' for a new notice. */
    id: textCodec(),
    state: saved,
    /** Mark the notice as unread for everybody who has read it, because its content has changed. */
    unreadAgain: flagOrNot,
    /** Pinned above all others; absent: unchanged. */
    pinned: optionalKey('pinned', booleanCodec),
    /** Important: other channels also deliver it to its students; absent: it stays in the app. */
    important: optionalKey('important', booleanCodec),
    /** The students of a notice to a group. */
    group: optionalKey('group', audienceCodec),
    /** The ids of its files, in order; absent: unchanged. */
    files: optionalKey('files', fileIds),
  }),
  v.forward(
    v.check(
      ({ audience: chosen, group }) => chosen !== 'group' || group !== undefined,
      validationMessage(texts.audienceNeeded),
    ),
    ['audience'],
  ),
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
export type SaveNoticeInput = CodecValue<typeof saveNoticeInput>

/** Writing notices in the office. The version that the editor read is sent as `If-Match`. */
export const noticePublishing = {
  /** The notices, newest first. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/noticeboard/list',
    who: EDITORS,
    input: recordCodec({
      /** One of the states, or '' for all. */
      state: textCodec(),
      find: textCodec(v.maxLength(100)),
      after: textCodec(),
    }),
    output: pageOf('notices', Listed),
  }),
  find: defineRead({
    path: '/api/manage/noticeboard/find',
    who: EDITORS,
    input: recordCodec({ id: textCodec() }),
    output: recordCodec({ notice: requiredKey('data', Stored) }),
  }),
  save: defineWrite({
    path: '/api/manage/noticeboard/save',
    who: EDITORS,
    maxImages: 1,
    input: saveNoticeInput,
    output: recordCodec({ id: textCodec() }),
  }),
  /** Uploads a file for a notice, which is then saved with the file's id. */
  attach: defineUpload({
    path: '/api/manage/noticeboard/attach',
    who: EDITORS,
    maxBytes: MAX_NOTICE_FILE_BYTES,
    output: recordCodec({ file: requiredKey('data', NoticeFile) }),
  }),
  /** Withdraws a notice: its readers no longer see it. It can be published again. */
  withdraw: defineWrite({
    path: '/api/manage/noticeboard/withdraw',
    who: EDITORS,
    input: recordCodec({
      id: textCodec(),
      reason: requiredTextField(texts.reasonNeeded, 500),
    }),
  }),
}
