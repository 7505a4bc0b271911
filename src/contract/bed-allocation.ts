import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { officeTexts } from '../i18n/office.ts'
import { ARRIVAL_COHORTS } from './arrivals.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  optionalKey,
  recordCodec,
  requiredKey,
  textCodec,
  withCodecChecks,
  wholeNumberCodec,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { requiredTextField } from './fields.ts'
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

/** The roles that allocate beds. */
export const BED_ROLES: readonly StaffRole[] = ['administrator', 'dorm-office']

/**
 * Who gets a bed: 'chosen' only students whose choice of a dormitory type is confirmed, and
 * students who are not asked for a choice; 'any' also students without a choice.
 */
export const CHOICE_RULES = ['chosen', 'any'] as const

/** Why a student of an allocation gets no bed. */
export const UNPLACED_REASONS = [
  'unpaid',
  'not-chosen',
  'gender',
  'type',
  'level',
  'department',
  'accessible',
  'kept',
  'full',
] as const
/** One of the reasons. */
export type UnplacedReason = (typeof UNPLACED_REASONS)[number]

/** The largest seed. */
export const MAX_SEED = 999_999
const MOST_BUILDINGS = 200

const name = textCodec(v.maxLength(100))
const requestFields = {
  cohort: oneOfCodec(ARRIVAL_COHORTS),
  /** '' does not filter, as for the gender. */
  department: name,
  /** The code of a level; '' for all levels whose students live in a dormitory. */
  level: name,
  gender: oneOfCodec(['', '1', '2']),
  /** The buildings whose beds are allocated; an empty list is all. */
  buildings: withCodecChecks(listCodec(name), v.maxLength(MOST_BUILDINGS)),
  choice: oneOfCodec(CHOICE_RULES),
  /** The same seed and the same data give the same allocation. */
  seed: withCodecChecks(wholeNumberCodec, v.minValue(0), v.maxValue(MAX_SEED)),
}
const Request = recordCodec(requestFields)
/** Which students are allocated to which beds, and how. */
export type BedAllocationRequest = CodecValue<typeof Request>

const Figures = recordCodec({
  placed: wholeNumberCodec,
  /** Students of the filter who had a bed before; they keep it. */
  already: wholeNumberCodec,
  unplaced: listCodec(
    recordCodec({
      reason: oneOfCodec(UNPLACED_REASONS),
      students: wholeNumberCodec,
    }),
  ),
  /** Classes, men and women counted apart, and those that are on more than one floor. */
  classes: wholeNumberCodec,
  splitClasses: wholeNumberCodec,
  /** Students without a class mate in their room, although the class has several students. */
  alone: wholeNumberCodec,
  /** False if the solver ran out of time: the same seed can then give another allocation. */
  isRepeatable: optionalKey('repeatable', booleanCodec),
  buildings: listCodec(
    recordCodec({
      building: textCodec(),
      /** Free beds before the allocation, and those that it gives. */
      free: wholeNumberCodec,
      placed: wholeNumberCodec,
    }),
  ),
})
/** The figures of an allocation. */
export type BedAllocationFigures = CodecValue<typeof Figures>

const BuildingBeds = recordCodec({
  building: textCodec(),
  free: wholeNumberCodec,
})

const Allocation = recordCodec({
  id: textCodec(),
  request: Request,
  figures: Figures,
  state: oneOfCodec(['draft', 'applied', 'reverted']),
  /** When and by whom it was previewed, applied and taken back; '' if it was not. */
  ...textKeys('at', 'by', 'appliedAt', 'appliedBy', 'revertedAt', 'revertedBy'),
})
/** An allocation of beds, from its preview on. */
export type BedAllocation = CodecValue<typeof Allocation>

const AllocatedStudent = recordCodec({
  ...textKeys('student', 'number', 'name', 'department', 'className'),
  /** '' without a bed; then `reason` is set. */
  ...textKeys('building', 'room', 'bed'),
  reason: oneOfCodec(['', ...UNPLACED_REASONS]),
})

const id = requiredKey('id', requiredTextField(commonTexts.badField, 64))
const isPlaced = requiredKey('part', oneOfCodec(['placed', 'unplaced']))

/** The allocation of beds to many students at once: online only. */
export const bedAllocation = {
  /** Plans an allocation. Nothing is assigned yet, and an earlier preview is dropped. */
  preview: defineWrite({
    path: '/api/manage/beds/preview',
    who: BED_ROLES,
    // The plan takes seconds and holds no transaction meanwhile.
    ownsTransactions: true,
    input: Request,
    output: recordCodec({ allocation: requiredKey('data', Allocation) }),
  }),
  /** The own preview and the latest allocations, newest first, and what can be chosen for another. */
  list: defineRead({
    path: '/api/manage/beds/allocations',
    who: BED_ROLES,
    input: recordCodec({}),
    output: recordCodec({
      allocations: requiredKey('data', listCodec(Allocation)),
      departments: listCodec(textCodec()),
      levels: listCodec(
        recordCodec({
          code: textCodec(),
          name: textCodec(),
        }),
      ),
      /** The buildings with their beds that are neither taken nor reserved. */
      buildings: listCodec(BuildingBeds),
    }),
  }),
  /** The students of an allocation. */
  students: defineRead({
    path: '/api/manage/beds/allocated',
    who: BED_ROLES,
    input: recordCodec({
      id,
      part: isPlaced,
      after: textCodec(v.maxLength(64)),
    }),
    output: pageOf('students', AllocatedStudent),
  }),
  export: defineExport('/api/manage/exports/bedAllocation', BED_ROLES, {
    allocation: requiredTextField(commonTexts.badField, 64),
  }),
  /** Assigns all beds of a preview, or none if something has changed since. */
  apply: defineWrite({
    path: '/api/manage/beds/apply',
    who: BED_ROLES,
    input: recordCodec({ id }),
    output: recordCodec({ placed: wholeNumberCodec }),
  }),
  /**
   * Takes the beds of an allocation back, while none of its students has arrived. Students who were
   * moved since keep their bed; `kept` is their number.
   */
  revert: defineWrite({
    path: '/api/manage/beds/revert',
    who: BED_ROLES,
    input: recordCodec({
      id,
      reason: requiredTextField(officeTexts.reasonNeeded, 200),
    }),
    output: recordCodec({
      reverted: wholeNumberCodec,
      kept: wholeNumberCodec,
    }),
  }),
}
