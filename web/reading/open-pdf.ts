/** The PDF reader with the address of its worker, in a chunk that loads when a PDF is chosen. */
export { default as parserAddress } from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
export { openPdf } from './read-pdf.ts';
