// SPDX-License-Identifier: Apache-2.0
// Loaded into clang-tidy: its checks look at this repository's declarations only. clang-tidy 14
// otherwise matches every check against every system header, and throws the findings away.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

namespace {

class OwnCode : public clang::ASTConsumer {
public:
    bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
        for (clang::Decl* decl : group) {
            const auto& sources = decl->getASTContext().getSourceManager();
            if (!sources.isInSystemHeader(sources.getExpansionLoc(decl->getLocation())))
                scope_.push_back(decl);
        }
        return true;
    }

    void HandleTranslationUnit(clang::ASTContext& context) override {
        context.setTraversalScope(scope_);
    }

private:
    std::vector<clang::Decl*> scope_;
};

class OwnCodeAction : public clang::PluginASTAction {
public:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&,
                                                          llvm::StringRef) override {
        return std::make_unique<OwnCode>();
    }

    bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override {
        return true;
    }

    ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<OwnCodeAction> kOwnCode("own-code", "own code only");

} // namespace
