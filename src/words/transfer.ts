/** The change of one's major (MAJ rows; D-12, D-92). */
export const transferWords = {
  chooseMajor: { zh: '请选择意向专业', en: 'Choose the major you want' },
  none: { zh: '暂无申请', en: 'No applications yet' },
  pending: { zh: '待审核', en: 'Under review' },
  passed: { zh: '已通过', en: 'Passed' },
  notPassed: { zh: '未通过', en: 'Not passed' },
  unconfirmed: { zh: '待确认', en: 'To be confirmed' },
  added: { zh: '添加成功', en: 'Added' },
  addFailed: { zh: '添加失败', en: 'Could not be added' },
  deleted: { zh: '删除成功', en: 'Deleted' },
  deleteFailed: { zh: '删除失败', en: 'Could not be deleted' },
  changed: { zh: '修改成功', en: 'Changed' },
  changeFailed: { zh: '修改失败', en: 'Could not be changed' },
} as const
