/**
 * The names of the sections of the office. They are apart from the sections' other texts, because
 * the menu needs all names and loads no section.
 */
export const officeSectionTexts = {
  arrivals: { zh: '迎新现场', en: 'Arrival day' },
  stations: { zh: '站点情况', en: 'Stations' },
  progress: { zh: '完成情况', en: 'Progress' },
  classes: { zh: '班级跟进', en: 'Class follow-up' },
  admission: { zh: '入学资格审核', en: 'Admission check' },
  beds: { zh: '床位管理', en: 'Beds' },
  students: { zh: '学生查询', en: 'Find a student' },
  studentlist: { zh: '学生筛选', en: 'Student filter' },
  formanswers: { zh: '表单答案', en: 'Form answers' },
  inbox: { zh: '收件箱', en: 'Inbox' },
  finance: { zh: '缴费管理', en: 'Payments' },
  imports: { zh: '数据导入', en: 'Import' },
  exports: { zh: '数据导出', en: 'Exports' },
  exams: { zh: '考试安排', en: 'Exams' },
  evaluation: { zh: '评教结果统计', en: 'Evaluation results' },
  notices: { zh: '通知管理', en: 'Notices and news' },
  applications: { zh: '贷款与缓缴', en: 'Loans and deferrals' },
  transferdesk: { zh: '转专业审核', en: 'Changes of major' },
  staff: { zh: '教职工账号', en: 'Staff accounts' },
  services: { zh: '系统对接', en: 'Service accounts' },
  webhooks: { zh: '事件推送', en: 'Webhooks' },
  externals: { zh: '外部服务', en: 'External services' },
  factor: { zh: '动态口令', en: 'Second factor' },
  forms: { zh: '自定义表单', en: 'Forms' },
  rules: { zh: '规则', en: 'Rules' },
  content: { zh: '内容与目录', en: 'Pages and lists' },
  reach: { zh: '消息发送', en: 'Messages' },
  messages: { zh: '短信记录', en: 'Text messages' },
  devices: { zh: '楼管设备', en: 'Devices' },
  troubles: { zh: '应用出错', en: 'App errors' },
  log: { zh: '操作日志', en: 'Log' },
} as const

/** The headings over the sections. */
export const officeGroupTexts = {
  arrival: { zh: '迎新报到', en: 'Arrival' },
  students: { zh: '学生事务', en: 'Student affairs' },
  fees: { zh: '缴费与资助', en: 'Fees and aid' },
  dormitory: { zh: '公寓住宿', en: 'Dormitories' },
  teaching: { zh: '教务', en: 'Teaching' },
  content: { zh: '内容与数据', en: 'Content and data' },
  system: { zh: '系统', en: 'System' },
} as const
