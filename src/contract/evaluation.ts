import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { evaluationTexts } from '../i18n/evaluation.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  type Codec,
  booleanCodec,
  requiredKey,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { requiredTextField } from './fields.ts'
import { oneOfCodec } from './record-keys.ts'

const number = requiredKey('stuNumber', textCodec())

const PERIOD_STATES = ['none', 'soon', 'open', 'closed'] as const

const EvaluationPeriod = recordCodec({
  state: oneOfCodec(PERIOD_STATES),
  /** China time, YYYY-MM-DD HH:mm; '' if no period is set. */
  opensAt: textCodec(),
  closesAt: textCodec(),
})
/** The evaluation period of a term: the open one, else the next one, else the last one. */
export type EvaluationPeriod = CodecValue<typeof EvaluationPeriod>

const EvaluationCourse = recordCodec({
  id: textCodec(),
  course: requiredKey('courseName', textCodec()),
  className: requiredKey('class', textCodec()),
  teacher: textCodec(),
  /**
   * The average of the student's points with one decimal; '' before the student has evaluated the
   * course.
   */
  score: textCodec(),
  done: requiredKey('status', booleanCodec),
  current: requiredKey('isCurrent', booleanCodec),
})
/** A course that the student can evaluate, could have evaluated, or has evaluated. */
export type EvaluationCourse = CodecValue<typeof EvaluationCourse>

const Evaluation = recordCodec({
  id: textCodec(),
  course: optionalKey('courseName', textCodec()),
  className: requiredKey('class', textCodec()),
  teacher: textCodec(),
  score: textCodec(),
  /**
   * Present only for a course of the current term. Other backends have no periods; the evaluation
   * is then open.
   */
  period: optionalKey('period', EvaluationPeriod),
  questions: requiredKey(
    'items',
    listCodec(
      recordCodec({
        id: textCodec(),
        content: textCodec(),
        score: nullableCodec(wholeNumberCodec),
      }),
    ),
  ),
})
/** An evaluation with its questions. */
export type Evaluation = CodecValue<typeof Evaluation>

const points: Codec<number> = (() => {
  const inRange = [
    v.minValue<number, 1, ReturnType<typeof validationMessage>>(
      1,
      validationMessage(evaluationTexts.tenPoints),
    ),
    v.maxValue<number, 10, ReturnType<typeof validationMessage>>(
      10,
      validationMessage(evaluationTexts.tenPoints),
    ),
  ] as const
  return {
    decode: v.pipe(wholeNumberCodec.decode, ...inRange),
    encode: wholeNumberCodec.encode,
    schema: v.pipe(v.number(validationMessage(commonTexts.required)), v.integer(), ...inRange),
  }
})()

/** The evaluation of teaching (EVA, D-89): online only. */
export const evaluation = {
  list: defineRead({
    path: '/api/evaluation/findList',
    who: 'student',
    input: recordCodec({ number, term: requiredKey('semester', textCodec()) }),
    output: recordCodec({
      courses: requiredKey('results', listCodec(EvaluationCourse)),
      /** Present for the current term only. */
      period: optionalKey('period', EvaluationPeriod),
    }),
  }),
  find: defineRead({
    path: '/api/evaluation/findDetail',
    who: 'student',
    input: recordCodec({ number, id: textCodec() }),
    output: recordCodec({ evaluation: requiredKey('results', Evaluation) }),
  }),
  /** Saves an evaluation: 1 to 10 points for every question, courses of the current term only. */
  save: defineWrite({
    path: '/api/evaluation/save',
    who: 'student',
    input: recordCodec({
      number,
      id: requiredTextField(commonTexts.badField),
      scores: requiredKey('items', listCodec(recordCodec({ id: textCodec(), score: points }))),
    }),
  }),
}
