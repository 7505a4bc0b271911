import { noticesTexts } from './notices.ts'

/** The import of steps, home entries, notices and English names. */
export const contentImportTexts = {
  steps: { zh: '迎新步骤', en: 'Steps' },
  stepsAbout: {
    zh: '每个步骤一行，按序号排列；缴费信息与缴费明细也是在校生缴费的入口',
    en: 'One row a step, in the order of their numbers. Those of the payment are also where continuing students pay',
  },
  pageTaken: {
    zh: (title: string) => `步骤“${title}”已用这个页面`,
    en: (title: string) => `The step ${title} has this page already`,
  },
  entries: { zh: '首页入口', en: 'Entries of the home page' },
  entriesAbout: {
    zh: '每个入口一行，按序号排列；地址为本系统的 /页面 或 http(s) 网址，暂缺可留空',
    en: 'One row an entry, in the order of their numbers. The address is a /page of this system or begins with http(s); it may be blank for now',
  },
  addressWrong: {
    zh: '应为 / 开头的本系统页面，或 http、https 网址',
    en: 'This must be a page of this system, beginning with /, or an address with http or https',
  },
  iconAbout: {
    zh: '图标的名称；本系统页面的入口用该页自己的图标',
    en: 'The name of an icon; an entry of a page of this system has that page’s own',
  },
  unknownIcon: {
    zh: (icons: string) => `没有这个图标；可用的有：${icons}`,
    en: (icons: string) => `There is no such icon. There is: ${icons}`,
  },
  nowhere: {
    zh: '首页和全部应用至少显示一处',
    en: 'It must be shown on the home page or among all applications',
  },
  notices: noticesTexts.title,
  noticesAbout: {
    zh: '每条通知一行；内容可以是文字或HTML（脚本等会被去掉）。对象为“个人”时填写学号',
    en: 'One row a notice. The content is text or HTML, of which scripts and the like are left out. A notice to one person (个人) names the student',
  },
  contentEmpty: {
    zh: '内容去掉不允许的部分后为空',
    en: 'Nothing is left of the content when what may not be shown is taken out',
  },
  bothInEnglish: {
    zh: '英文标题和英文内容要么都填，要么都不填',
    en: 'A notice is in English as a whole or not at all: fill in both or neither',
  },
  personNeeded: {
    zh: '对象为个人时必须填写学号或考生号，其他对象不填',
    en: 'A notice to one person names the student, and no other does',
  },
  read: { zh: '其中的通知已有人阅读', en: 'somebody has read one of these notices already' },
  names: { zh: '中英文对照', en: 'English names' },
  namesAbout: {
    zh: '数据中的中文名称（院系、专业、课程、楼栋、费用等）的英文写法，每个名称一行',
    en: 'What departments, courses, buildings and fees that the tables name in Chinese are called in English',
  },
} as const
