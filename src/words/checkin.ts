/** Confirming arrivals at the dormitory door (SCN rows; D-12, D-97, D-98). */
export const checkinWords = {
  title: { zh: '扫码登记', en: 'Scan to check in' },
  confirmedAlready: { zh: '该学生已确认', en: 'This student is confirmed already' },
  tooOld: { zh: '当前客户端版本过低，不支持扫码', en: 'This version of the app is too old to scan' },
  checkFailed: { zh: '接口检查失败(checkJsApi)', en: 'The check of the interface failed (checkJsApi)' },
  deleted: { zh: '删除成功', en: 'Deleted' },
  deleteFailed: { zh: '删除失败', en: 'Could not be deleted' },
} as const
