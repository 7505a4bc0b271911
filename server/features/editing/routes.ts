import type { editing } from '#contract/editing'
import type { Handlers } from '../../platform/http/handler.ts'
import { listOf, saveOf, withdrawOf } from './catalogue.ts'
import { events, terms } from './catalogues/calendar.ts'
import { complaintCategories } from './catalogues/complaint-categories.ts'
import { dorms } from './catalogues/dorms.ts'
import { entries } from './catalogues/entries.ts'
import { evaluationPeriods } from './catalogues/evaluation-periods.ts'
import { feeItems } from './catalogues/fee-items.ts'
import { guides } from './catalogues/guides.ts'
import { leasts } from './catalogues/leasts.ts'
import { names } from './catalogues/names.ts'
import { packages } from './catalogues/packages.ts'
import { rooms } from './catalogues/rooms.ts'
import { school } from './catalogues/school.ts'
import { steps } from './catalogues/steps.ts'
import { colours, garments, sizes } from './catalogues/uniforms.ts'

/** What a school edits without SQL. */
export const editingHandlers: Handlers<typeof editing> = {
  steps: listOf(steps),
  saveStep: saveOf(steps),
  withdrawStep: withdrawOf(steps),
  entries: listOf(entries),
  saveEntry: saveOf(entries),
  withdrawEntry: withdrawOf(entries),
  terms: listOf(terms),
  saveTerm: saveOf(terms),
  withdrawTerm: withdrawOf(terms),
  evaluationPeriods: listOf(evaluationPeriods),
  saveEvaluationPeriod: saveOf(evaluationPeriods),
  withdrawEvaluationPeriod: withdrawOf(evaluationPeriods),
  events: listOf(events),
  saveEvent: saveOf(events),
  withdrawEvent: withdrawOf(events),
  guides: listOf(guides),
  saveGuide: saveOf(guides),
  dorms: listOf(dorms),
  saveDorm: saveOf(dorms),
  withdrawDorm: withdrawOf(dorms),
  rooms: listOf(rooms),
  saveRoom: saveOf(rooms),
  withdrawRoom: withdrawOf(rooms),
  packages: listOf(packages),
  savePackage: saveOf(packages),
  withdrawPackage: withdrawOf(packages),
  garments: listOf(garments),
  saveGarment: saveOf(garments),
  withdrawGarment: withdrawOf(garments),
  sizes: listOf(sizes),
  saveSize: saveOf(sizes),
  withdrawSize: withdrawOf(sizes),
  colours: listOf(colours),
  saveColour: saveOf(colours),
  withdrawColour: withdrawOf(colours),
  leasts: listOf(leasts),
  saveLeast: saveOf(leasts),
  withdrawLeast: withdrawOf(leasts),
  feeItems: listOf(feeItems),
  saveFeeItem: saveOf(feeItems),
  withdrawFeeItem: withdrawOf(feeItems),
  complaintCategories: listOf(complaintCategories),
  saveComplaintCategory: saveOf(complaintCategories),
  withdrawComplaintCategory: withdrawOf(complaintCategories),
  names: listOf(names),
  saveName: saveOf(names),
  school: listOf(school),
  saveSchool: saveOf(school),
}
