/** Pages that are not open yet. */
export const supportWords = {
  coming: { zh: '敬请期待', en: 'Coming soon' },
  title: { zh: '此页面即将开放', en: 'This page opens soon' },
  text: { zh: '学校正在准备这项服务', en: 'The university is preparing this service' },
  next: { zh: '下一步', en: 'Next step' },
  steps: { zh: '返回报到步骤', en: 'Back to the steps' },
  back: { zh: '返回', en: 'Back' },
  home: { zh: '返回首页', en: 'Go home' },
} as const
