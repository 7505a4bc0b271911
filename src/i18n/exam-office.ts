import { evaluationTexts } from './evaluation.ts'
import { financeTexts } from './finance.ts'
import { examImportTexts } from './import-exams.ts'
import { offsetTexts } from './offsets.ts'
import { timetableTexts } from './timetable.ts'

/** The office's list of examinations and make-up classes. */
export const examOfficeTexts = {
  title: examImportTexts.title,
  about: {
    zh: '在“数据导入”中按班级、教学班或学生名单导入；学生在课表中查看自己的考试与补课，并提示与上课的冲突',
    en: 'They are imported by class, teaching class or student. Students see theirs in the timetable, with what is at the same time',
  },
  toImport: { zh: '导入考试与补课安排', en: 'Import exams and make-up classes' },
  term: evaluationTexts.term,
  kind: offsetTexts.way,
  anyKind: offsetTexts.anyWay,
  course: evaluationTexts.course,
  day: { zh: '考试日期', en: 'Day' },
  time: { zh: '考试时间', en: 'Time' },
  room: timetableTexts.room,
  group: { zh: '班级或教学班', en: 'Class or teaching class' },
  who: { zh: '班级或学生', en: 'Class or student' },
  studentNumber: financeTexts.number,
  name: financeTexts.name,
  seat: { zh: '座位号', en: 'Seat' },
  teacher: evaluationTexts.teacher,
  note: timetableTexts.note,
  find: { zh: '课程、教室、班级或学生', en: 'Course, room, class or student' },
  from: financeTexts.from,
  to: financeTexts.to,
  none: { zh: '这段时间没有考试或补课', en: 'No exams and no make-up classes in this time' },
} as const
