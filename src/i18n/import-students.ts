import { admissionCheckTexts } from './admission-check.ts'
import { studentFields } from './fields/student.ts'

/** The import of students. */
export const studentImportTexts = {
  title: { zh: '学生（新生与在校生）', en: 'Students, new and continuing' },
  about: {
    zh: '新生至少有考生号，在校生至少有学号；先导入院系、专业和班级',
    en: 'New students have at least an exam number, continuing ones a student number. Departments, majors and classes come first',
  },
  examNumber: studentFields.examNumber,
  number: studentFields.studentNumber,
  oneNumber: {
    zh: '考生号与学号至少填一个',
    en: 'At least one of exam number and student number',
  },
  noNumber: {
    zh: '考生号和学号不能都为空',
    en: 'Exam number and student number must not both be blank',
  },
  gradeIsEntry: {
    zh: '不填则与入学年份相同',
    en: 'The year of entry if it is blank',
  },
  idTypeOptional: {
    zh: '不填则按证件号码的形式识别',
    en: 'Recognized by the form of the number if it is blank',
  },
  idTypeUnsure: {
    zh: (type: string) =>
      `按号码形式识别为“${type}”，其他证件也可能有这样的号码，请核对或填写“证件类型”`,
    en: (type: string) =>
      `Recognized as ${type} by its form, but other documents can have such a number. Check it, or fill in the document type`,
  },
  comparedOnly: {
    zh: '只与身份证号核对，不保存',
    en: 'Only compared with the ID number, not stored',
  },
  genderOfId: {
    zh: '与身份证号中的性别不一致',
    en: 'The ID number says the other gender',
  },
  birthdayOfId: {
    zh: (birthday: string) => `身份证号中的出生日期是${birthday}`,
    en: (birthday: string) => `The birthday in the ID number is ${birthday}`,
  },
  majorOfCode: {
    zh: (major: string) => `专业目录中该代码是“${major}”`,
    en: (major: string) => `In the list of majors this code is ${major}`,
  },
  departmentOfMajor: {
    zh: (department: string) => `专业目录中该专业属于“${department}”`,
    en: (department: string) => `In the list of majors this major belongs to ${department}`,
  },
  majorOfClass: {
    zh: (major: string) => `班级目录中该班属于“${major}”专业`,
    en: (major: string) => `In the list of classes this class belongs to ${major}`,
  },
  admission: admissionCheckTexts.title,
  ownField: {
    zh: '本校自定义字段，空白不改动',
    en: 'A field of the campus; a blank cell changes nothing',
  },
  admissionAbout: {
    zh: '是：已通过，可领报到码；否：撤回；不填不变',
    en: 'Yes: passed, so the student gets a pass; no: taken back; blank: unchanged',
  },
  admissionFileAbout: {
    zh: '已导入学生的审核结果；通过者可领报到码',
    en: 'Results for students who were imported before; who has passed gets a pass',
  },
  leftAtDesk: {
    zh: '已退学，请在学生页恢复',
    en: 'The office has withdrawn this student. Restore them on their page',
  },
  otherRoom: {
    zh: (building: string, room: string) =>
      `该学生住在${building}${room}，该房间只安排另一性别的学生，请先调换房间`,
    en: (building: string, room: string) =>
      `This student lives in ${building} ${room}, a room for students of the other gender. Change the room first`,
  },
  inOtherRoom: {
    zh: '该学生现在住的房间只安排另一性别的学生，请先调换房间',
    en: 'The room in which this student lives now is for students of the other gender. Change the room first',
  },
  signedIn: {
    zh: '已有学生登录使用',
    en: 'one of the students has signed in already',
  },
} as const
