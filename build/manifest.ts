import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest of an app with the base path `base`. */
export const createWebAppManifest = (base: string): Partial<ManifestOptions> => ({
  id: base,
  name: '报到',
  short_name: '报到',
  description: '没有信号也能用的校园应用',
  lang: 'zh-CN',
  dir: 'ltr',
  display: 'standalone',
  orientation: 'portrait',
  start_url: base,
  scope: base,
  theme_color: '#f3f4f2',
  background_color: '#f3f4f2',
  categories: ['education'],
  icons: [
    { src: 'icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: 'icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: 'icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: 'icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: 'icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  shortcuts: [
    { name: '课表', url: 'searchcourse', icons: [{ src: 'icons/192.png', sizes: '192x192' }] },
    { name: '待提交', url: 'outbox', icons: [{ src: 'icons/192.png', sizes: '192x192' }] },
  ],
})
