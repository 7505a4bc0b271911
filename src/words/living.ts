/** Living supplies (specification 2, 8). */
export const livingWords = {
  title: { zh: '生活用品', en: 'Living supplies' },
  saveFailed: { zh: '保存失败', en: 'Saving failed' },
  changeFailed: { zh: '修改失败', en: 'The change failed' },
  unknownPackage: { zh: '所选套餐不存在，请重新选择', en: 'One of these packages does not exist, choose again' },
} as const
