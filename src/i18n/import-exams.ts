import { privacyTexts } from './privacy.ts'

/** The import of examinations and make-up classes. */
export const examImportTexts = {
  title: privacyTexts.exams,
  about: {
    zh: '每个班级、教学班或学生的每场一行：填学号为该学生，否则填教学班或班级。先导入学生、学期和教学班名单',
    en: 'One row for each class, teaching class or student: a student number means this student, otherwise the teaching class or the class is meant. Students, terms and the members of teaching classes come first',
  },
  timeAbout: {
    zh: '例如 14:00-16:00，或当天的节次 3-4',
    en: 'Such as 14:00-16:00, or periods of that day such as 3-4',
  },
  timeShape: {
    zh: '应为起止时间或节次，例如 14:00-16:00 或 3-4',
    en: 'This must be a start and an end or periods, such as 14:00-16:00 or 3-4',
  },
  noPeriod: { zh: '当天没有这个节次', en: 'That day has no such period' },
  noGroup: {
    zh: '班级、教学班和学号至少填写一项',
    en: 'Give the class, the teaching class or the student number',
  },
  lessonAtThatTime: {
    zh: (course: string) => `当天同一时间有课“${course}”`,
    en: (course: string) => `The class has the lesson ${course} at that time`,
  },
} as const
