/** Removing one of several equal parts of a form. Apart, so that home loads no texts of forms. */
export const removalTexts = {
  remove: { zh: '移除', en: 'Remove' },
  removed: { zh: '已移除', en: 'Removed' },
} as const
