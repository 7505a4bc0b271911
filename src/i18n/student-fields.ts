import { admissionCheckTexts } from './admission-check.ts'
import { officeSectionTexts } from './office-sections.ts'
import { referenceDataTexts } from './reference-data.ts'
import { studentsTexts } from './students.ts'

/** The filter and list of students by level and by the campus's own fields. */
export const studentFieldTexts = {
  title: officeSectionTexts.studentlist,
  about: {
    zh: '按学院、学生类型和学校自定义的字段筛选，并导出。自定义字段在“内容与目录”的“学生自定义字段”中设置，随学生文件导入。',
    en: 'By college, level and the fields of the campus, to see and to export. The fields are defined under Pages and lists and come with the file of students.',
  },
  own: { zh: '其他信息', en: 'Other data' },
  level: referenceDataTexts.enrolment,
  everyLevel: { zh: '全部学生类型', en: 'Every level' },
  field: { zh: '自定义字段', en: 'Field' },
  noField: { zh: '不按字段筛选', en: 'Any' },
  value: { zh: '字段内容', en: 'Value' },
  name: admissionCheckTexts.name,
  number: admissionCheckTexts.number,
  department: admissionCheckTexts.department,
  className: admissionCheckTexts.className,
  withdrawn: studentsTexts.withdrawn,
  total: admissionCheckTexts.total,
} as const
