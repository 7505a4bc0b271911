import * as v from 'valibot'
import { type CodecValue, listCodec, recordCodec, textCodec, withCodecChecks } from './codec.ts'
import { oneOfCodec } from './record-keys.ts'

const names = withCodecChecks(listCodec(textCodec(v.maxLength(100))), v.maxLength(200))
const name = textCodec(v.maxLength(64))

/** The students of an audience, by when they entered. */
export const AUDIENCE_COHORTS = ['all', 'new', 'continuing'] as const
/** One of these. */
export type AudienceCohort = (typeof AUDIENCE_COHORTS)[number]

/**
 * Whom a notice or message concerns: the students who meet every condition. A list of names is met
 * by one of its names; an empty list and an empty text are no condition. A class is
 * named as students have it, or with its college (`信息学院/1班`).
 */
export const audienceCodec = recordCodec({
  cohort: oneOfCodec(AUDIENCE_COHORTS),
  /** The codes of levels. */
  levels: names,
  colleges: names,
  majors: names,
  classes: names,
  buildings: names,
  /** The id of a station of the arrival, at which the students were recorded or were not. */
  station: name,
  stationState: oneOfCodec(['recorded', 'missing']),
  /** The number of a step that the students have and have finished or have not. */
  step: textCodec(v.regex(/^\d{0,7}$/)),
  stepState: oneOfCodec(['open', 'done']),
  /** The id of an uploaded list. */
  list: name,
})
/** The audience of a notice or message. */
export type Audience = CodecValue<typeof audienceCodec>

/** The audience of all students. */
export const EVERY_STUDENT: Audience = {
  cohort: 'all',
  levels: [],
  colleges: [],
  majors: [],
  classes: [],
  buildings: [],
  station: '',
  stationState: 'missing',
  step: '',
  stepState: 'open',
  list: '',
}
