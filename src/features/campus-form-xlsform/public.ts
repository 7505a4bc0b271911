export { XlsformExport } from './XlsformExport.tsx'
export { XlsformImport } from './XlsformImport.tsx'
