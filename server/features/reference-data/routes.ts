import type { referenceData } from '#contract/reference-data'
import type { Handlers } from '../../platform/http/handler.ts'
import { createListHandler, createSaveHandler, createWithdrawHandler } from './catalogue.ts'
import { admissionPaperCatalogue } from './catalogues/admission-papers.ts'
import { bellScheduleCatalogue } from './catalogues/bell-schedules.ts'
import { calendarEventCatalogue, termCatalogue } from './catalogues/calendar.ts'
import { complaintCategoryCatalogue } from './catalogues/complaint-categories.ts'
import { dormTypeCatalogue } from './catalogues/dorm-types.ts'
import { englishNameCatalogue } from './catalogues/english-names.ts'
import { evaluationPeriodCatalogue } from './catalogues/evaluation-periods.ts'
import { feeItemCatalogue } from './catalogues/fee-items.ts'
import { guideCatalogue } from './catalogues/guides.ts'
import { homeEntryCatalogue } from './catalogues/home-entries.ts'
import { levelCatalogue } from './catalogues/levels.ts'
import { livingPackageCatalogue } from './catalogues/living-packages.ts'
import { minimumPaymentCatalogue } from './catalogues/minimum-payments.ts'
import { roomCatalogue } from './catalogues/rooms.ts'
import { schoolNameCatalogue } from './catalogues/school.ts'
import { stationCatalogue } from './catalogues/stations.ts'
import { stepCatalogue } from './catalogues/steps.ts'
import { studentFieldCatalogue } from './catalogues/student-fields.ts'
import {
  uniformColourCatalogue,
  garmentCatalogue,
  uniformSizeCatalogue,
} from './catalogues/uniforms.ts'

/** The handlers of reference data, which a school edits without SQL. */
export const referenceDataHandlers: Handlers<typeof referenceData> = {
  steps: createListHandler(stepCatalogue),
  saveStep: createSaveHandler(stepCatalogue),
  withdrawStep: createWithdrawHandler(stepCatalogue),
  entries: createListHandler(homeEntryCatalogue),
  saveEntry: createSaveHandler(homeEntryCatalogue),
  withdrawEntry: createWithdrawHandler(homeEntryCatalogue),
  terms: createListHandler(termCatalogue),
  saveTerm: createSaveHandler(termCatalogue),
  withdrawTerm: createWithdrawHandler(termCatalogue),
  evaluationPeriods: createListHandler(evaluationPeriodCatalogue),
  saveEvaluationPeriod: createSaveHandler(evaluationPeriodCatalogue),
  withdrawEvaluationPeriod: createWithdrawHandler(evaluationPeriodCatalogue),
  bellSchedules: createListHandler(bellScheduleCatalogue),
  saveBellSchedule: createSaveHandler(bellScheduleCatalogue),
  withdrawBellSchedule: createWithdrawHandler(bellScheduleCatalogue),
  events: createListHandler(calendarEventCatalogue),
  saveEvent: createSaveHandler(calendarEventCatalogue),
  withdrawEvent: createWithdrawHandler(calendarEventCatalogue),
  guides: createListHandler(guideCatalogue),
  saveGuide: createSaveHandler(guideCatalogue),
  dorms: createListHandler(dormTypeCatalogue),
  saveDorm: createSaveHandler(dormTypeCatalogue),
  withdrawDorm: createWithdrawHandler(dormTypeCatalogue),
  rooms: createListHandler(roomCatalogue),
  saveRoom: createSaveHandler(roomCatalogue),
  withdrawRoom: createWithdrawHandler(roomCatalogue),
  packages: createListHandler(livingPackageCatalogue),
  savePackage: createSaveHandler(livingPackageCatalogue),
  withdrawPackage: createWithdrawHandler(livingPackageCatalogue),
  garments: createListHandler(garmentCatalogue),
  saveGarment: createSaveHandler(garmentCatalogue),
  withdrawGarment: createWithdrawHandler(garmentCatalogue),
  sizes: createListHandler(uniformSizeCatalogue),
  saveSize: createSaveHandler(uniformSizeCatalogue),
  withdrawSize: createWithdrawHandler(uniformSizeCatalogue),
  colours: createListHandler(uniformColourCatalogue),
  saveColour: createSaveHandler(uniformColourCatalogue),
  withdrawColour: createWithdrawHandler(uniformColourCatalogue),
  levels: createListHandler(levelCatalogue),
  saveLevel: createSaveHandler(levelCatalogue),
  withdrawLevel: createWithdrawHandler(levelCatalogue),
  studentFields: createListHandler(studentFieldCatalogue),
  saveStudentField: createSaveHandler(studentFieldCatalogue),
  withdrawStudentField: createWithdrawHandler(studentFieldCatalogue),
  leasts: createListHandler(minimumPaymentCatalogue),
  saveLeast: createSaveHandler(minimumPaymentCatalogue),
  withdrawLeast: createWithdrawHandler(minimumPaymentCatalogue),
  feeItems: createListHandler(feeItemCatalogue),
  saveFeeItem: createSaveHandler(feeItemCatalogue),
  withdrawFeeItem: createWithdrawHandler(feeItemCatalogue),
  stations: createListHandler(stationCatalogue),
  saveStation: createSaveHandler(stationCatalogue),
  withdrawStation: createWithdrawHandler(stationCatalogue),
  admissionPapers: createListHandler(admissionPaperCatalogue),
  saveAdmissionPaper: createSaveHandler(admissionPaperCatalogue),
  withdrawAdmissionPaper: createWithdrawHandler(admissionPaperCatalogue),
  complaintCategories: createListHandler(complaintCategoryCatalogue),
  saveComplaintCategory: createSaveHandler(complaintCategoryCatalogue),
  withdrawComplaintCategory: createWithdrawHandler(complaintCategoryCatalogue),
  names: createListHandler(englishNameCatalogue),
  saveName: createSaveHandler(englishNameCatalogue),
  school: createListHandler(schoolNameCatalogue),
  saveSchool: createSaveHandler(schoolNameCatalogue),
}
