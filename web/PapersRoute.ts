import "./styles/papers.css";

export { default } from "./pages/papers/PapersPage.tsx";
