/** The results of common actions, worded the same everywhere. */
export const actionResultTexts = {
  copied: { zh: '已复制', en: 'Copied' },
  exported: { zh: '已导出', en: 'Exported' },
  checkedIn: { zh: '登记成功', en: 'Checked in' },
  deleted: { zh: '删除成功', en: 'Deleted' },
  deleteFailed: { zh: '删除失败', en: 'Could not be deleted' },
  changeFailed: { zh: '修改失败', en: 'Could not be changed' },
} as const
