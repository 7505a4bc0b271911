import type { referenceData } from '#contract/reference-data'
import type { Handlers } from '../../platform/http/handler.ts'
import {
  createListHandler,
  createSaveHandler,
  createWithdrawHandler,
  type EditableValues,
  type ReferenceCatalogue,
} from './catalogue.ts'
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

// The handlers of the three calls of a catalogue.
const handlersOf = <
  const Rows extends string,
  const Row extends string,
  V extends EditableValues<V>,
>(
  rows: Rows,
  row: Row,
  catalogue: ReferenceCatalogue<V>,
) =>
  ({
    [rows]: createListHandler(catalogue),
    [`save${row}`]: createSaveHandler(catalogue),
    [`withdraw${row}`]: createWithdrawHandler(catalogue),
  }) as Record<Rows, ReturnType<typeof createListHandler<V>>> &
    Record<`save${Row}`, ReturnType<typeof createSaveHandler<V>>> &
    Record<`withdraw${Row}`, ReturnType<typeof createWithdrawHandler<V>>>

/** The handlers of reference data, which a school edits without SQL. */
export const referenceDataHandlers: Handlers<typeof referenceData> = {
  ...handlersOf('steps', 'Step', stepCatalogue),
  ...handlersOf('entries', 'Entry', homeEntryCatalogue),
  ...handlersOf('terms', 'Term', termCatalogue),
  ...handlersOf('evaluationPeriods', 'EvaluationPeriod', evaluationPeriodCatalogue),
  ...handlersOf('bellSchedules', 'BellSchedule', bellScheduleCatalogue),
  ...handlersOf('events', 'Event', calendarEventCatalogue),
  guides: createListHandler(guideCatalogue),
  saveGuide: createSaveHandler(guideCatalogue),
  ...handlersOf('dorms', 'Dorm', dormTypeCatalogue),
  ...handlersOf('rooms', 'Room', roomCatalogue),
  ...handlersOf('packages', 'Package', livingPackageCatalogue),
  ...handlersOf('garments', 'Garment', garmentCatalogue),
  ...handlersOf('sizes', 'Size', uniformSizeCatalogue),
  ...handlersOf('colours', 'Colour', uniformColourCatalogue),
  ...handlersOf('levels', 'Level', levelCatalogue),
  ...handlersOf('studentFields', 'StudentField', studentFieldCatalogue),
  ...handlersOf('leasts', 'Least', minimumPaymentCatalogue),
  ...handlersOf('feeItems', 'FeeItem', feeItemCatalogue),
  ...handlersOf('stations', 'Station', stationCatalogue),
  ...handlersOf('admissionPapers', 'AdmissionPaper', admissionPaperCatalogue),
  ...handlersOf('complaintCategories', 'ComplaintCategory', complaintCategoryCatalogue),
  names: createListHandler(englishNameCatalogue),
  saveName: createSaveHandler(englishNameCatalogue),
  school: createListHandler(schoolNameCatalogue),
  saveSchool: createSaveHandler(schoolNameCatalogue),
}
