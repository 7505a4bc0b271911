/** The military-training uniform (specification 2, 5, 8). */
export const uniformWords = {
  title: { zh: '军训服装', en: 'Training uniform' },
  sizeRequired: { zh: '请选择服装尺码', en: 'Choose a size for every garment' },
  colourRequired: { zh: '请选择颜色', en: 'Choose a colour' },
  outOfStock: { zh: '所选尺码缺货，请改选', en: 'This size is out of stock, choose another' },
  received: { zh: '服装已领取，不能修改', en: 'The uniform has been handed out and cannot be changed' },
} as const
